import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { OwnData } from '#contract/account/own-data.ts'
import type { OwnDataActor } from '#src/machines/account/profile/own-data.machine.ts'
import { selectProof } from '#src/machines/account/profile/own-data.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { StepUpDialog } from '../../kit/feedback/StepUpDialog.tsx'
import { bytes } from '../../kit/format/sizes.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { ownDataMessages as messages } from './own-data.messages.ts'

type Part = { readonly actor: OwnDataActor; readonly data: OwnData }

/** What is kept of the person as a file for them, and the end of their account. */
export function OwnDataCard({ actor }: { readonly actor: OwnDataActor }) {
  const data = useContextOf(actor, 'data')
  const problem = useContextOf(actor, 'problem')
  const plan = useContextOf(actor, 'plan')
  const heir = useContextOf(actor, 'heir')
  const canRetry = useCan(actor, { type: 'user.retried' })
  const proof = useSelector(actor, selectProof)
  const heirName = data?.heirs.find(({ _id }) => _id === heir)?.name ?? null
  return (
    <>
      <SettingsCard title={messages.title} sub={messages.sub}>
        {problem === null ? null : (
          <ProblemAlert problem={problem}>
            {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : undefined}
          </ProblemAlert>
        )}
        {data === null && problem === null ? <Spinner label={messages.loading} /> : null}
        {data === null ? null : (
          <>
            <DataFile actor={actor} data={data} />
            <Deletion actor={actor} data={data} />
          </>
        )}
      </SettingsCard>
      {proof === undefined || plan === null ? null : (
        <StepUpDialog
          actor={proof}
          title={messages[plan].dialog.title}
          confirm={messages[plan].dialog.confirm}
          isDangerous={plan === 'deletion'}
        >
          <p>{plan === 'file' ? messages.file.dialog.text : messages.deletion.dialog.text(heirName)}</p>
        </StepUpDialog>
      )}
    </>
  )
}

function DataFile({ actor, data: { file } }: Part) {
  const canRequest = useCan(actor, { type: 'user.requestedFile' })
  const canDownload = useCan(actor, { type: 'user.downloaded' })
  const isReady = file?.status === 'ready'
  return (
    <Block>
      <div>
        <Name>{messages.file.title}</Name>
        <Note>{messages.file.about}</Note>
        {file === null ? null : (
          <Note role="status">
            {file.status === 'ready' ? (
              <>
                {messages.file.until} <Moment at={file.expiresAt} /> ({messages.file.size(bytes(file.bytes ?? 0))})
              </>
            ) : (
              messages.file.statuses[file.status]
            )}
          </Note>
        )}
      </div>
      <Actions>
        {isReady ? (
          <Button isBlocked={!canDownload} onPress={() => actor.send({ type: 'user.downloaded' })}>
            {messages.file.download}
          </Button>
        ) : null}
        <Button isBlocked={!canRequest} onPress={() => actor.send({ type: 'user.requestedFile' })}>
          {file === null ? messages.file.request : messages.file.again}
        </Button>
      </Actions>
    </Block>
  )
}

function Deletion({ actor, data: { deletion, connectors, keys, heirs, isLastAdministrator } }: Part) {
  const heir = useContextOf(actor, 'heir')
  const canRequest = useCan(actor, { type: 'user.requestedDeletion' })
  const canWithdraw = useCan(actor, { type: 'user.withdrew' })
  const canChoose = useCan(actor, { type: 'user.choseHeir', heir: '' })
  const isWaiting = deletion?.status === 'waiting'
  return (
    <Block>
      <div>
        <Name>{messages.deletion.title}</Name>
        <Note>{messages.deletion.about}</Note>
        {isWaiting ? (
          <Warning role="status">
            {messages.deletion.waiting} <Moment at={deletion.dueAt} />.{' '}
            {deletion.heir === null ? null : messages.deletion.goesTo(deletion.heir)}
          </Warning>
        ) : null}
        {deletion?.status === 'refused' ? <Note>{messages.deletion.refused}</Note> : null}
        {isLastAdministrator ? <Note>{messages.deletion.last}</Note> : null}
        {isWaiting || isLastAdministrator ? null : (
          <>
            {connectors === 0 ? null : <Note>{messages.deletion.connectors(connectors)}</Note>}
            {keys.length === 0 ? null : <Note>{messages.deletion.keys(keys)}</Note>}
          </>
        )}
      </div>
      {connectors === 0 || isWaiting || isLastAdministrator ? null : (
        <Select
          label={messages.deletion.heir}
          options={{ '': messages.deletion.nobody, ...Object.fromEntries(heirs.map(({ _id, name }) => [_id, name])) }}
          value={heir}
          isBlocked={!canChoose}
          onChoose={(chosen) => actor.send({ type: 'user.choseHeir', heir: chosen })}
        />
      )}
      <Actions>
        {isWaiting ? (
          <Button isBlocked={!canWithdraw} onPress={() => actor.send({ type: 'user.withdrew' })}>
            {messages.deletion.withdraw}
          </Button>
        ) : (
          <Button kind="danger" isBlocked={!canRequest} onPress={() => actor.send({ type: 'user.requestedDeletion' })}>
            {messages.deletion.request}
          </Button>
        )}
      </Actions>
    </Block>
  )
}

const Block = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[12]};

  & + & {
    padding-top: ${space[16]};
    border-top: 1px solid ${color['border.subtle']};
  }
`

const Name = styled.h3`
  font: ${font.strong};
`

const Note = styled.p`
  max-width: 44rem;
  color: ${color['text.muted']};
  font: ${font.dense};

  & + & {
    margin-top: ${space[4]};
  }
`

const Warning = styled.p`
  margin-top: ${space[8]};
  font: ${font.strong};
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`
