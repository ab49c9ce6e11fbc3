package app

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

// Seal gives 43 characters that only who knows the secret of forms can make of
// the parts: what ties a form to the browser, session and question that it was
// shown for.
func (a *App) Seal(parts ...string) string {
	mac := hmac.New(sha256.New, a.forms)
	for _, p := range parts {
		mac.Write(binary.AppendUvarint(nil, uint64(len(p))))
		mac.Write([]byte(p))
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// SealOnce is Seal for a form that works once: no two are the same, and each is good
// for an hour, until UseSeal used it up.
func (a *App) SealOnce(parts ...string) string {
	issued := strconv.FormatInt(a.now().Unix(), 10) + "-" + access.RandomBase62(22)
	return issued + "." + a.Seal(append(slices.Clone(parts), issued)...)
}

// SealedOnce reports whether SealOnce gave the seal for the parts, within the last
// hour. Whether it was used is for UseSeal to say.
func (a *App) SealedOnce(seal string, parts ...string) bool {
	issued, mac, _ := strings.Cut(seal, ".")
	if !hmac.Equal([]byte(mac), []byte(a.Seal(append(slices.Clone(parts), issued)...))) {
		return false
	}
	seconds, _, _ := strings.Cut(issued, "-")
	at, err := strconv.ParseInt(seconds, 10, 64)
	return err == nil && a.now().Before(time.Unix(at, 0).Add(formFor))
}

// UseSeal uses up a seal that SealedOnce found good, and reports whether it was
// fresh. Of many who ask at once, on any replica, one is told so.
func (a *App) UseSeal(ctx context.Context, seal string) (fresh bool, err error) {
	id, at := sha256.Sum256([]byte("form "+seal)), moment(a.now())
	// The claim is never settled: it lapses once the seal is no longer good.
	_, err = a.ledger.Claim(ctx, ledger.Claim{ID: id, Body: id, At: at, Lease: at.Add(formFor)})
	if err != nil && !errors.Is(err, ledger.ErrPending) {
		return false, fmt.Errorf("use a form: %w", err)
	}
	return err == nil, nil
}
