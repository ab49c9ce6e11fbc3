package ledger

import (
	"context"
	"time"
)

// CreateShare is Shares.CreateShare.
func (o *instrumentedLedger) CreateShare(ctx context.Context, s Share, most int, because ...Event) (err error) {
	defer o.end(ctx, "CreateShare", time.Now(), &err)
	return o.Ledger.CreateShare(ctx, s, most, because...)
}

// Share is Shares.Share.
func (o *instrumentedLedger) Share(ctx context.Context, hash Hash) (_ Share, _ Account, err error) {
	defer o.end(ctx, "Share", time.Now(), &err)
	return o.Ledger.Share(ctx, hash)
}

// ListShares is Shares.ListShares.
func (o *instrumentedLedger) ListShares(ctx context.Context, account string) (_ []Share, err error) {
	defer o.end(ctx, "ListShares", time.Now(), &err)
	return o.Ledger.ListShares(ctx, account)
}

// EndShare is Shares.EndShare.
func (o *instrumentedLedger) EndShare(ctx context.Context, account string, hash Hash, because ...Event) (err error) {
	defer o.end(ctx, "EndShare", time.Now(), &err)
	return o.Ledger.EndShare(ctx, account, hash, because...)
}
