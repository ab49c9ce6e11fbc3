module kinodex.example/kinodex

go 1.24
