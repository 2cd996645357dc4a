/** Limits of signing in to other systems. `reach.md` C1. */

export const oauthLimits = {
  /** Of a company, and of the installation. */
  apps: 100,
  nameMax: 100,
  clientIdMax: 512,
  urlMax: 2_048,
  scopesMax: 2_048,
  scopes: 64,
  /** Further parameters of the request that begins a sign-in. */
  extra: 16,
  /** Sign-ins of a person that are open at once. */
  openAttempts: 2,
  /** Milliseconds from the departure to the return. */
  attemptLife: 600_000,
  /** Bytes of an answer of a token endpoint. */
  tokenAnswer: 65_536,
  /** Renewals of one connection that are kept. */
  history: 30,
} as const

/** Where providers send people back to, below the address of the product. */
export const oauthCallbackPath = '/oauth/callback'

/** The page that ends a sign-in; what the provider sent is in its fragment, which browsers send to nobody. */
export const oauthReturnPath = '/connection-sign-in'
