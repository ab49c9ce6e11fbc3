package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// formFor is how long a form that works once may be open.
const formFor = time.Hour

// Seal returns an HMAC-SHA256 over the parts with the secret of forms, as 43 characters of
// unpadded base64url. It ties a form to the browser, the session and the question that it
// was shown for. Parts are hashed with their lengths, so that ("ab", "c") and ("a", "bc")
// differ. All replicas share the secret.
func (a *Authority) Seal(parts ...string) string {
	mac := hmac.New(sha256.New, a.forms)
	for _, p := range parts {
		mac.Write(binary.AppendUvarint(nil, uint64(len(p))))
		mac.Write([]byte(p))
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// SealOnce returns a Seal for a form that works once. No two are the same. Each is valid for
// an hour, until UseSeal marks it as used.
func (a *Authority) SealOnce(parts ...string) string {
	issued := strconv.FormatInt(a.now().Unix(), 10) + "-" + access.RandomBase62(22)
	return issued + "." + a.Seal(append(slices.Clone(parts), issued)...)
}

// SealedOnce reports whether SealOnce made the seal for these parts within the last hour. It
// compares in constant time. It does not look at whether the seal was used: UseSeal does.
func (a *Authority) SealedOnce(seal string, parts ...string) bool {
	issued, mac, _ := strings.Cut(seal, ".")
	if !hmac.Equal([]byte(mac), []byte(a.Seal(append(slices.Clone(parts), issued)...))) {
		return false
	}
	seconds, _, _ := strings.Cut(issued, "-")
	at, err := strconv.ParseInt(seconds, 10, 64)
	return err == nil && a.now().Before(time.Unix(at, 0).Add(formFor))
}

// UseSeal marks a seal that SealedOnce accepted as used, and reports whether it was fresh.
// Of concurrent calls with one seal, on all replicas, exactly one gets true.
func (a *Authority) UseSeal(ctx context.Context, seal string) (fresh bool, err error) {
	id, at := sha256.Sum256([]byte("form "+seal)), moment(a.now())
	// The claim is never settled: it lapses once the seal is no longer good.
	_, err = a.ledger.Claim(ctx, ledger.Claim{ID: id, Body: id, At: at, Lease: at.Add(formFor)})
	if err != nil && !errors.Is(err, ledger.ErrPending) {
		return false, fmt.Errorf("use a form: %w", err)
	}
	return err == nil, nil
}
