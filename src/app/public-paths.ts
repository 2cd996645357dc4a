/** The places that whoever comes may see, signed in or not. The screens behind them are loaded with the first of them. */
const outsidePaths = [
  '/setup',
  '/sign-up',
  '/confirm-account',
  '/forgot-password',
  '/reset-password',
  '/accept-invitation',
  '/oauth-success',
  '/oauth-error',
  '/privacy-policy',
  '/terms-service',
] as const
export type OutsidePath = (typeof outsidePaths)[number]

/** The place that a path belongs to; null where only somebody who is signed in sees something. A place stands for everything below it. */
export const publicPlace = (path: string): OutsidePath | null =>
  outsidePaths.find((each) => path === each || path.startsWith(`${each}/`)) ?? null
