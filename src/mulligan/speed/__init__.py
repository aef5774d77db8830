"""How fast it is here: games and simulations a second, and a C program to hold them against."""
