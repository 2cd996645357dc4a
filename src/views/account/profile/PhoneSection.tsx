import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { livePhoneVerificationMachine } from '../../../services/account/profile.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { PhoneVerification } from './PhoneVerification.tsx'
import { profileMessages } from './profile.messages.ts'

type PhoneSectionProps = {
  readonly own: Own
  /** As it is saved; another number is another section. */
  readonly phone: string
  readonly onVerified: () => void
}

/** The verification of the person's phone number. */
export function PhoneSection({ own, phone, onVerified }: PhoneSectionProps) {
  const machine = useMemo(() => {
    const announce = () => {
      toast(profileMessages.phoneVerified)
      onVerified()
    }
    return livePhoneVerificationMachine(own, announce)
  }, [own, onVerified])
  const actor = useActorRef(machine, { input: { phone }, inspect })
  return <PhoneVerification actor={actor} />
}
