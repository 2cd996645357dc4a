import type { SetupActor } from '../../machines/setup/setup.machine.ts'
import { setupWords } from '../../words/setup.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { SetupForm } from './SetupForm.tsx'

export function SetupPage({ actor }: { readonly actor: SetupActor }) {
  return (
    <AuthPage title={setupWords.title}>
      <p>{setupWords.intro}</p>
      <SetupForm actor={actor} />
    </AuthPage>
  )
}
