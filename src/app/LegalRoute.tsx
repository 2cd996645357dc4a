import { useSelector } from '@xstate/react'
import type { SessionActor } from '../machines/auth/sign-in/session.machine.ts'
import { selectUser } from '../machines/auth/sign-in/session.machine.ts'
import { LegalPage } from '../views/help/LegalPage.tsx'

export type PublicRouteProps = { readonly session: SessionActor }

export function PrivacyPolicyRoute({ session }: PublicRouteProps) {
  return <LegalPage document="privacy" isKnown={useSelector(session, selectUser) !== null} />
}

export function TermsServiceRoute({ session }: PublicRouteProps) {
  return <LegalPage document="terms" isKnown={useSelector(session, selectUser) !== null} />
}
