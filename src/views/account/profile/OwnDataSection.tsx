import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { liveOwnDataMachine } from '../../../services/account/own-data.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { OwnDataCard } from './OwnDataCard.tsx'

/** What is kept of the person, and the end of their account. */
export function OwnDataSection({ own }: { readonly own: Own }) {
  const machine = useMemo(() => liveOwnDataMachine(own), [own])
  const actor = useActorRef(machine, { inspect })
  return <OwnDataCard actor={actor} />
}
