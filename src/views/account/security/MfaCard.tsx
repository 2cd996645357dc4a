import { useSelector } from '@xstate/react'
import { KeyRound, Mail, MessageSquare, Smartphone } from 'lucide-react'
import styled from 'styled-components'
import { mfaTexts } from '#contract/account/security-texts.ts'
import type { MfaMethod, MfaSettings } from '#contract/auth/mfa.ts'
import type { MfaAction, MfaSettingsActor } from '#src/machines/account/security/mfa-settings.machine.ts'
import { selectCodes, selectProof, selectWizard } from '#src/machines/account/security/mfa-settings.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { StepUpDialog } from '../../kit/feedback/StepUpDialog.tsx'
import { number } from '../../kit/format/numbers.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { MfaWizard } from './MfaWizard.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { securityMessages } from './security.messages.ts'

const messages = securityMessages.mfa
const icons = { app: Smartphone, sms: MessageSquare, email: Mail } as const satisfies Record<MfaMethod, unknown>

/** The second factor: whether it is on, its recovery codes, and the ways to switch it on and off. */
export function MfaCard({ actor }: { readonly actor: MfaSettingsActor }) {
  const settings = useContextOf(actor, 'settings')
  const problem = useContextOf(actor, 'problem')
  const action = useContextOf(actor, 'action')
  const canRetry = useCan(actor, { type: 'user.retried' })
  const canEnable = useCan(actor, { type: 'user.enabled' })
  const canPlan = useCan(actor, { type: 'user.planned', action: 'view' })
  const wizard = useSelector(actor, selectWizard)
  const proof = useSelector(actor, selectProof)
  const codes = useSelector(actor, selectCodes)
  const plan = (it: MfaAction) => actor.send({ type: 'user.planned', action: it })
  const method = settings?.method ?? null
  return (
    <>
      <SettingsCard
        title={messages.title}
        sub={method === null ? messages.off : messages.on[method]}
        aside={
          settings === null ? undefined : (
            <Status>
              <StatusPill
                look={settings.enabled ? 'good' : 'draft'}
                word={settings.enabled ? mfaTexts.enabled : mfaTexts.disabled}
              />
            </Status>
          )
        }
        footer={
          settings === null ? (
            <Foot />
          ) : (
            <Foot>
              {settings.enabled ? (
                <Button isBlocked={!canPlan} onPress={() => plan('disable')}>
                  {mfaTexts.disable}
                </Button>
              ) : (
                <Button kind="primary" isBlocked={!canEnable} onPress={() => actor.send({ type: 'user.enabled' })}>
                  {mfaTexts.enable}
                </Button>
              )}
            </Foot>
          )
        }
      >
        {problem === null ? null : (
          <ProblemAlert problem={problem}>
            {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : undefined}
          </ProblemAlert>
        )}
        {settings === null && problem === null ? <Spinner label={messages.loading} /> : null}
        {settings?.pending ? <p>{messages.pending(mfaTexts.methods[settings.pending])}</p> : null}
        {settings === null || method === null ? null : (
          <Factor settings={settings} method={method} canPlan={canPlan} onPlan={plan} />
        )}
      </SettingsCard>
      {wizard === undefined ? null : <MfaWizard actor={wizard} />}
      {proof === undefined || action === null ? null : (
        <StepUpDialog
          actor={proof}
          title={messages.dialogs[action].title}
          confirm={messages.dialogs[action].confirm}
          isDangerous={action !== 'view'}
        >
          <p>{action === 'generate' ? `${mfaTexts.generateEffect}.` : messages.dialogs[action].text}</p>
        </StepUpDialog>
      )}
      {codes === undefined ? null : (
        <Dialog title={messages.codes}>
          <RecoveryCodes actor={codes} />
        </Dialog>
      )}
    </>
  )
}

type FactorProps = {
  readonly settings: MfaSettings
  readonly method: MfaMethod
  readonly canPlan: boolean
  readonly onPlan: (action: MfaAction) => void
}

function Factor({ settings, method, canPlan, onPlan }: FactorProps) {
  const Icon = icons[method]
  const { enabledAt, lastUsedAt, recoveryCodesLeft: left, recoveryCodesTotal: total } = settings
  return (
    <>
      <Row>
        <Tile>
          <Icon aria-hidden="true" />
        </Tile>
        <div>
          <Name>{mfaTexts.methods[method]}</Name>
          <Note>
            {enabledAt === null ? null : (
              <>
                {messages.added} <Moment at={enabledAt} />
              </>
            )}
            {lastUsedAt === null ? null : (
              <>
                {' · '}
                {messages.lastUsed} <RelativeTime at={lastUsedAt} />
              </>
            )}
          </Note>
        </div>
      </Row>
      <Row>
        <Tile>
          <KeyRound aria-hidden="true" />
        </Tile>
        <div>
          <Name>{messages.codes}</Name>
          <Note>{messages.codesLeft(number(left), number(total))}</Note>
        </div>
        <Actions>
          <Button isBlocked={!canPlan} onPress={() => onPlan('view')}>
            {mfaTexts.view}
          </Button>
          <Button isBlocked={!canPlan} onPress={() => onPlan('generate')}>
            {mfaTexts.generate}
          </Button>
        </Actions>
      </Row>
    </>
  )
}

const Status = styled.div`
  align-self: start;
`

/** As high as its button, also before anybody knows which. */
const Foot = styled.div`
  min-height: 2rem;
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[12]};
`

const Tile = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 2.25rem;
  height: 2.25rem;
  border-radius: ${radius.control};
  background: ${color['neutral.subtle']};
  color: ${color['text.muted']};

  & > svg {
    width: 1rem;
    height: 1rem;
  }
`

const Name = styled.p`
  font: ${font.strong};
`

const Note = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-inline-start: auto;
`
