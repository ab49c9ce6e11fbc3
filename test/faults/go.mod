module kinodex/test/faults

go 1.26.0
