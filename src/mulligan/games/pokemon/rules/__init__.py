"""The rules: records, zones, what cards do, questions and answers, the course of the game, and who knows what."""
