import type { SetupActor } from '../../machines/setup/setup.machine.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { SetupForm } from './SetupForm.tsx'

export function SetupPage({ actor }: { readonly actor: SetupActor }) {
  return (
    <AuthPage title="Set up Datacrane">
      <p>Nobody is here yet. You become the operator: you manage this Datacrane and its first company.</p>
      <SetupForm actor={actor} />
    </AuthPage>
  )
}
