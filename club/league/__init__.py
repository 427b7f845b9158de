"""What games of a club come to together: league tables, travellers. Pure: it knows no database and no clock."""
