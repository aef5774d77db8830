"""Games of people against agents as a study: who agreed to it, what is kept, and what it shows."""
