"""What a game is: contract, chance, knowledge, notation, record, scenario, harness."""
