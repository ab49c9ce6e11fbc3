package pack

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// ReadFailed gives an error if what recover gave is the failed read of a mapped
// file, and nil if it is anything else. A mapped file that is cut, or whose disk
// fails, fails where its bytes are used: without debug.SetPanicOnFault that ends
// the process, with it the goroutine panics.
func ReadFailed(recovered any) error {
	failed, ok := recovered.(interface {
		runtime.Error
		Addr() uintptr // only of a memory fault that is no nil pointer
	})
	if !ok {
		return nil
	}
	return fmt.Errorf("%w: a mapped file could not be read at %#x", ErrDamaged, failed.Addr())
}

// Guard calls read and gives its error, or one with ErrDamaged in its chain when a
// mapped file cannot be read. Goroutines that read starts are not guarded.
func Guard(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			if err = ReadFailed(p); err == nil {
				panic(p)
			}
		}
	}()
	return read()
}
