import { liveMfaSettingsMachine } from '../../../services/account/security.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { MfaCard } from './MfaCard.tsx'
import { securityMessages } from './security.messages.ts'

const { fileTitle, fileName } = securityMessages.codes
const messages = { title: fileTitle, fileName, notCopied: securityMessages.wizard.notCopied }

/** The second factor of the person. */
export function MfaSection({ own }: { readonly own: Own }) {
  const actor = useMachine(() => liveMfaSettingsMachine(own, toast, messages), [own])
  return <MfaCard actor={actor} />
}
