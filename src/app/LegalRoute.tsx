import { useSelector } from '@xstate/react'

import { selectUser } from '../machines/session/session.selectors.ts'
import { LegalPage } from '../views/legal/LegalPage.tsx'
import type { OutsideProps } from './outside.ts'

export function PrivacyPolicyRoute({ session }: OutsideProps) {
  return <LegalPage document="privacy" isKnown={useSelector(session, selectUser) !== null} />
}

export function TermsServiceRoute({ session }: OutsideProps) {
  return <LegalPage document="terms" isKnown={useSelector(session, selectUser) !== null} />
}
