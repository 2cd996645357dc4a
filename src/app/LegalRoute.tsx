import { useSelector } from '@xstate/react'

import { selectUser } from '../machines/auth/sign-in/session.selectors.ts'
import { LegalPage } from '../views/help/LegalPage.tsx'
import type { PublicRouteProps } from './public-routes.ts'

export function PrivacyPolicyRoute({ session }: PublicRouteProps) {
  return <LegalPage document="privacy" isKnown={useSelector(session, selectUser) !== null} />
}

export function TermsServiceRoute({ session }: PublicRouteProps) {
  return <LegalPage document="terms" isKnown={useSelector(session, selectUser) !== null} />
}
