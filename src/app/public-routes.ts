/** Which public path shows which screen, signed in or not. Each path is in `public-paths.ts` too. */
import { type ComponentType, createElement, lazy } from 'react'
import type { PublicRouteProps } from './LegalRoute.tsx'
import type { OutsidePath } from './public-paths.ts'

type Screen = ComponentType<PublicRouteProps>

const screens: Readonly<Record<OutsidePath, Screen>> = {
  // The server serves this page only while there are no users, so a session that the browser still has is of an earlier installation.
  '/setup': lazy(async () => ({ default: (await import('../views/auth/sign-up/SetupRoute.tsx')).SetupRoute })),
  '/sign-up': lazy(async () => ({ default: (await import('../views/auth/sign-up/RegistrationRoute.tsx')).RegistrationRoute })),
  '/confirm-account': lazy(async () => ({
    default: (await import('../views/auth/sign-up/ConfirmationRoute.tsx')).ConfirmationRoute,
  })),
  '/forgot-password': lazy(async () => ({
    default: (await import('../views/auth/reset/PasswordRequestRoute.tsx')).PasswordRequestRoute,
  })),
  '/reset-password': lazy(async () => ({
    default: (await import('../views/auth/reset/PasswordResetRoute.tsx')).PasswordResetRoute,
  })),
  '/accept-invitation': lazy(async () => ({
    default: (await import('../views/auth/sign-up/InvitationRoute.tsx')).InvitationRoute,
  })),
  '/sso': lazy(async () => ({ default: (await import('../views/auth/sign-in/SsoRoute.tsx')).SsoRoute })),
  '/oauth-success': lazy(async () => ({
    default: (await import('../views/auth/sign-in/OAuthSuccessRoute.tsx')).OAuthSuccessRoute,
  })),
  '/oauth-error': lazy(async () => ({ default: (await import('../views/auth/sign-in/OAuthErrorRoute.tsx')).OAuthErrorRoute })),
  '/privacy-policy': lazy(async () => ({ default: (await import('./LegalRoute.tsx')).PrivacyPolicyRoute })),
  '/terms-service': lazy(async () => ({ default: (await import('./LegalRoute.tsx')).TermsServiceRoute })),
}

/** The screen of a place. */
export function PublicScreen({ place, session }: PublicRouteProps & { readonly place: OutsidePath }) {
  return createElement(screens[place], { session })
}
