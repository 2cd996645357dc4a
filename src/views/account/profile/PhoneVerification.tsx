import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { PhoneVerificationActor } from '#src/machines/account/profile/phone-verification.machine.ts'
import { selectCode, selectProof } from '#src/machines/account/profile/phone-verification.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { OneTimeCode } from '../../kit/feedback/OneTimeCode.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StepUpDialog } from '../../kit/feedback/StepUpDialog.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { profileMessages } from './profile.messages.ts'

const messages = profileMessages.verification

/** Proves a phone number with a code that is sent to it. */
export function PhoneVerification({ actor }: { readonly actor: PhoneVerificationActor }) {
  const isPhoneMissing = useContextOf(actor, 'isPhoneMissing')
  const phone = useContextOf(actor, 'phone')
  const problem = useContextOf(actor, 'problem')
  const sent = useContextOf(actor, 'sent')
  const proof = useSelector(actor, selectProof)
  const code = useSelector(actor, selectCode)
  const canAsk = useCan(actor, { type: 'user.asked' })
  const leave = () => actor.send({ type: 'user.left' })
  return (
    <Place>
      <Button label={messages.title} isBlocked={!canAsk} onPress={() => actor.send({ type: 'user.asked' })}>
        {messages.verify}
      </Button>
      {isPhoneMissing ? <Fault role="alert">{profileMessages.phoneMissing}</Fault> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {proof === undefined ? null : (
        <StepUpDialog actor={proof} title={messages.prove} confirm={messages.send}>
          <p>{messages.why(phone)}</p>
        </StepUpDialog>
      )}
      {code === undefined ? null : (
        <Dialog title={messages.title} onLeave={leave}>
          <Content role="group" aria-label={messages.title}>
            <p role="status">{sent?.isKept ? messages.kept : profileMessages.codeSent}</p>
            <p>{profileMessages.codeExpires}</p>
            <OneTimeCode actor={code} hint={sent?.isKept ? messages.hintKept : messages.hint(phone)} />
            <End>
              <Button onPress={leave}>{messages.leave}</Button>
            </End>
          </Content>
        </Dialog>
      )}
    </Place>
  )
}

const Place = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[8]};
  margin-top: ${space[8]};
`

const Fault = styled.p`
  color: ${color['danger.text']};
  font: ${font.dense};
`

const Content = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
`

const End = styled.div`
  display: flex;
  justify-content: flex-end;
`
