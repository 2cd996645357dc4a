import type { SetupActor } from '#src/machines/auth/sign-up/setup.machine.ts'
import { AuthPage } from '../AuthPage.tsx'
import { SetupForm } from './SetupForm.tsx'
import { setupMessages } from './setup.messages.ts'

export function SetupPage({ actor }: { readonly actor: SetupActor }) {
  return (
    <AuthPage title={setupMessages.title}>
      <p>{setupMessages.intro}</p>
      <SetupForm actor={actor} />
    </AuthPage>
  )
}
