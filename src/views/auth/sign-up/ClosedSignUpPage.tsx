import { AuthPage } from '../AuthPage.tsx'
import { registrationMessages as messages } from './registration.messages.ts'

/** The operator lets nobody sign up. An invitation opens a page of its own. */
export function ClosedSignUpPage() {
  return (
    <AuthPage title={messages.closed.title} back="/sign-in">
      <p>{messages.closed.why}</p>
    </AuthPage>
  )
}
