import type { SetupActor } from '../../machines/setup/setup.machine.ts'
import { Logo } from '../parts/Logo.tsx'
import { Card, Page } from '../session/SignInPage.tsx'
import { FocusOnArrival } from '../shell/FocusOnArrival.tsx'
import { SetupForm } from './SetupForm.tsx'

export function SetupPage({ actor }: { readonly actor: SetupActor }) {
  return (
    <Page>
      <Card>
        <Logo />
        <FocusOnArrival title="Set up Datacrane" />
        <p>Nobody is here yet. You become the operator: you manage this Datacrane and its first company.</p>
        <SetupForm actor={actor} />
      </Card>
    </Page>
  )
}
