import type { SessionActor } from '../../machines/session/session.machine.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { SignInForm } from './SignInForm.tsx'

export function SignInPage({ actor }: { readonly actor: SessionActor }) {
  return (
    <AuthPage title="Sign in to Datacrane">
      <SignInForm actor={actor} />
    </AuthPage>
  )
}
