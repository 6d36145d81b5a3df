"""What people and programs hold in their hands to reach a table."""
