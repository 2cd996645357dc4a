import { AuthPage } from '../AuthPage.tsx'
import { registrationWords as words } from './registration.messages.ts'

/** The operator lets nobody sign up. An invitation opens a page of its own. */
export function ClosedSignUpPage() {
  return (
    <AuthPage title={words.closed.title} back="/sign-in">
      <p>{words.closed.why}</p>
    </AuthPage>
  )
}
