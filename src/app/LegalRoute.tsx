import { useSelector } from '@xstate/react'

import { selectUser } from '../machines/auth/sign-in/session.selectors.ts'
import { LegalPage } from '../views/help/LegalPage.tsx'
import type { OutsideProps } from './public-routes.ts'

export function PrivacyPolicyRoute({ session }: OutsideProps) {
  return <LegalPage document="privacy" isKnown={useSelector(session, selectUser) !== null} />
}

export function TermsServiceRoute({ session }: OutsideProps) {
  return <LegalPage document="terms" isKnown={useSelector(session, selectUser) !== null} />
}
