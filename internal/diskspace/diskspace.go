// Package diskspace tells how much room a disk has, and how much of it nobody fills.
//
// It imports golang.org/x/sys/unix and the standard library.
package diskspace

// Spare is how many bytes whatever fetches files leaves free on the disk for others, above all
// for the ledger, which without room counts no request.
const Spare = 64 << 20
