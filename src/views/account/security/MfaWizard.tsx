import { useSelector } from '@xstate/react'
import { Copy } from 'lucide-react'
import styled from 'styled-components'
import { mfaTexts } from '#contract/account/security-texts.ts'
import type { MfaMethod } from '#contract/auth/mfa.ts'
import type { MfaSetup, MfaWizardActor } from '#src/machines/account/security/mfa-wizard.machine.ts'
import { selectCode, selectCodes, selectProof, selectStep } from '#src/machines/account/security/mfa-wizard.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { Choice } from '../../kit/controls/Choice.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { OneTimeCode } from '../../kit/feedback/OneTimeCode.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StepUpDialog } from '../../kit/feedback/StepUpDialog.tsx'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { securityMessages } from './security.messages.ts'

const messages = securityMessages.wizard
const proof = securityMessages.mfa.dialogs.enable
const methods: readonly MfaMethod[] = ['app', 'sms', 'email']

/** Switches the second factor on: method, first code, recovery codes. */
export function MfaWizard({ actor }: { readonly actor: MfaWizardActor }) {
  const step = useSelector(actor, selectStep)
  const isLeft = useMatches(actor, 'left')
  const canLeave = useCan(actor, { type: 'user.left' })
  const proving = useSelector(actor, selectProof)
  const code = useSelector(actor, selectCode)
  const codes = useSelector(actor, selectCodes)
  const setup = useContextOf(actor, 'setup')
  if (isLeft) return null
  const leave = () => actor.send({ type: 'user.left' })
  return (
    <>
      <Dialog title={messages.title} onLeave={canLeave ? leave : undefined}>
        <Content role="group" aria-label={messages.title}>
          <Steps aria-label={messages.steps}>
            {mfaTexts.steps.map((name, at) => (
              <Step key={name} $isNow={at === step} aria-current={at === step ? 'step' : undefined}>
                {name}
              </Step>
            ))}
          </Steps>
          {step === 0 ? <MethodStep actor={actor} /> : null}
          {step === 1 && setup !== null && code !== undefined ? (
            <>
              <Setup setup={setup} onCopy={() => actor.send({ type: 'user.copiedSecret' })} />
              <OneTimeCode actor={code} hint={hintOf(setup)} />
              <Buttons>
                <Button onPress={() => actor.send({ type: 'user.wentBack' })}>{messages.back}</Button>
              </Buttons>
            </>
          ) : null}
          {codes === undefined ? null : <RecoveryCodes actor={codes} />}
        </Content>
      </Dialog>
      {proving === undefined ? null : (
        <StepUpDialog actor={proving} title={proof.title} confirm={proof.confirm}>
          <p>{proof.text}</p>
        </StepUpDialog>
      )}
    </>
  )
}

function hintOf({ target, isKept }: MfaSetup): string {
  if (target === null) return messages.fromApp
  return isKept ? messages.fromOutbox(target) : messages.fromTarget(target)
}

function MethodStep({ actor }: { readonly actor: MfaWizardActor }) {
  const method = useContextOf(actor, 'method')
  const phoneNeeded = useContextOf(actor, 'phoneNeeded')
  const problem = useContextOf(actor, 'problem')
  const canChoose = useCan(actor, { type: 'user.choseMethod', method: 'app' })
  return (
    <>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Choice
        label={messages.method}
        options={methods.map((value) => ({ value, name: mfaTexts.methods[value], description: messages.methods[value] }))}
        value={method}
        isBlocked={!canChoose}
        error={phoneNeeded ?? undefined}
        onChoose={(it) => actor.send({ type: 'user.choseMethod', method: it })}
      />
      {phoneNeeded === null ? null : <PlainLink href="/account?tab=profile">{messages.toPhone}</PlainLink>}
      <Buttons>
        <Button isBlocked={!canChoose} onPress={() => actor.send({ type: 'user.left' })}>
          {messages.cancel}
        </Button>
        <Button kind="primary" isBlocked={!canChoose} onPress={() => actor.send({ type: 'user.continued' })}>
          {messages.next}
        </Button>
      </Buttons>
    </>
  )
}

function Setup({ setup: { qrCode, secret }, onCopy }: { readonly setup: MfaSetup; readonly onCopy: () => void }) {
  if (qrCode === null || secret === null) return null
  return (
    <App>
      <p>{messages.scan}</p>
      <Picture src={qrCode} alt={messages.qr} width={180} height={180} />
      <Secret>
        <span>{messages.secret}</span> <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <Button onPress={onCopy}>
          <Copy aria-hidden="true" />
          {messages.copySecret}
        </Button>
      </Secret>
    </App>
  )
}

const Content = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`

const Steps = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  margin: 0;
  padding: 0;
  list-style-position: inside;
`

const Step = styled.li<{ readonly $isNow: boolean }>`
  color: ${({ $isNow }) => ($isNow ? color['brand.onSubtle'] : color['text.muted'])};
  font: ${({ $isNow }) => ($isNow ? font.strong : font.body)};
`

const App = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space[8]};

  & > p {
    justify-self: start;
  }
`

/** A reader of QR codes needs dark on light, in the dark theme too. */
const Picture = styled.img`
  border-radius: ${radius.control};
  background: #fff;
`

const Secret = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${space[4]} ${space[8]};

  & > code {
    font: ${font.code};
    overflow-wrap: anywhere;
  }
`

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
`
