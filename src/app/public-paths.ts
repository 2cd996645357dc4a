/** The paths that everybody may see, signed in or not. Their screens are loaded with the first of them. */
const outsidePaths = [
  '/setup',
  '/sign-up',
  '/confirm-account',
  '/forgot-password',
  '/reset-password',
  '/accept-invitation',
  '/sso',
  '/oauth-success',
  '/oauth-error',
  '/privacy-policy',
  '/terms-service',
] as const
export type OutsidePath = (typeof outsidePaths)[number]

/** The public path that a path belongs to; null where a person must be signed in. A public path includes everything below it. */
export const publicPlace = (path: string): OutsidePath | null =>
  outsidePaths.find((each) => path === each || path.startsWith(`${each}/`)) ?? null
