package access_test

import (
	"fmt"
	"net/netip"

	"kinodex/internal/access"
)

// Allow returns nil, or an error that says what the caller lacks. A missing scope
// is named before a plan that is too low.
func ExampleCaller_Allow() {
	writer := access.Caller{Mode: access.WithKey, Account: "acc_1", Plan: access.Writer, Scopes: access.Scopes(access.Read)}
	fmt.Println("film:", writer.Allow(access.Needs.Film))
	fmt.Println("stream:", writer.Allow(access.Needs.Stream))
	fmt.Println("AI:", writer.Allow(access.Needs.AI))

	stranger := access.KeylessCaller(netip.MustParseAddr("192.0.2.1"))
	fmt.Println("film, without a key:", stranger.Allow(access.Needs.Film))
	fmt.Println("stream, without a key:", stranger.Allow(access.Needs.Stream))
	// Output:
	// film: <nil>
	// stream: this needs the producer plan or higher
	// AI: this needs a key with the ai scope
	// film, without a key: <nil>
	// stream, without a key: this is not available in the sandbox; it needs a key of the producer plan or higher
}

// Callers with the same meter share a daily budget: all keys of an account, and
// without a key all addresses of a network.
func ExampleCaller_Meter() {
	key := access.Caller{Mode: access.WithKey, Account: "acc_1", Key: "key_1", Plan: access.Producer}
	fmt.Println(key.Meter(), key.Daily())
	key.Key = "key_2"
	fmt.Println(key.Meter(), key.Daily())

	stranger := access.KeylessCaller(netip.MustParseAddr("2001:db8:1:2::7"))
	fmt.Println(stranger.Meter(), stranger.Daily())
	// Output:
	// account:acc_1 200
	// account:acc_1 200
	// address:2001:db8:1:2::/64 25
}

// A key ends in a checksum, so a mistyped key is refused without asking the ledger.
func ExampleParseToken() {
	key := access.NewToken(false)
	again, err := access.ParseToken(key.Reveal())
	fmt.Println(again == key, err)

	_, err = access.ParseToken(key.Reveal()[1:])
	fmt.Println(err)
	// Output:
	// true <nil>
	// the API key is not valid
}
