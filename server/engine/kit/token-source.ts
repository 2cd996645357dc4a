/** The tokens of one connection that somebody signed in to. Throws `AccessTokenFault`, and `connection/ended` where a person has to sign in again. */
export type TokenSource = {
  /** A token that is still good, and whether it was renewed for this request. */
  readonly tokenFor: () => Promise<{ readonly token: string; readonly isNew: boolean }>
  /** Takes a token out of use that was refused. */
  readonly forget: (token: string) => void
  /** Whether to renew it after an answer that may be about it: once for each that was refused. */
  readonly mayRenew: (refusal: 'certain' | 'possible') => boolean
  /** A new token got the same answer, so the answer is not about tokens. */
  readonly didNotHelp: () => void
}
