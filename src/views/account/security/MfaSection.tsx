import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { liveMfaSettingsMachine } from '../../../services/account/security.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { MfaCard } from './MfaCard.tsx'
import { securityMessages } from './security.messages.ts'

const { fileTitle, fileName } = securityMessages.codes
const messages = { title: fileTitle, fileName, notCopied: securityMessages.wizard.notCopied }

/** The second factor of the person. */
export function MfaSection({ own }: { readonly own: Own }) {
  const machine = useMemo(() => liveMfaSettingsMachine(own, toast, messages), [own])
  const actor = useActorRef(machine, { inspect })
  return <MfaCard actor={actor} />
}
