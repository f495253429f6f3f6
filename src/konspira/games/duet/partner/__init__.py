"""What a computer player of Duet thinks with: meanings, beliefs, and how a game may go on."""
