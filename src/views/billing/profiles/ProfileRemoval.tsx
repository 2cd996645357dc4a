import { useSelector } from '@xstate/react'

import type { BillingProfile } from '#contract/billing/profiles.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import { selectAction } from '../../../machines/kit/confirmed-action.selectors.ts'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { profileMessages as messages } from './profiles.messages.ts'

type ProfileRemovalProps = { readonly actor: ConfirmedActionActor; readonly profiles: readonly BillingProfile[] }

/** Asks before a billing profile is deleted. */
export function ProfileRemoval({ actor, profiles }: ProfileRemovalProps) {
  const action = useSelector(actor, selectAction)
  const profile = profiles.find(({ id }) => id === action?.id)
  if (profile === undefined) return null
  return (
    <ConfirmedAction actor={actor} title={messages.removeTitle(profile.name)} confirm={messages.remove} isDangerous>
      <p>{messages.removeText}</p>
    </ConfirmedAction>
  )
}
