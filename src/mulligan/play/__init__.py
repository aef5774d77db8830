"""The table: what a person sees of a game, plays at, keeps, and goes back over; terminal and browser only draw it."""
