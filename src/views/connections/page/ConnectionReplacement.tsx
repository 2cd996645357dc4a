import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ConnectionItem, ConnectionUse } from '#contract/connections/connection.ts'
import { connectionLimits } from '#contract/connections/connection-limits.ts'
import type { ReplacedConnector } from '#contract/connections/connection-page.ts'
import type { ConnectionPageActor } from '#src/machines/connections/connection.page.machine.ts'
import { chosenConnectors, withConnector } from '#src/machines/connections/connection-replacement.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useChild } from '../../kit/actors/use-child.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Tick } from '../../kit/controls/tick.ts'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { Card, Hint, Listed, Stack } from '../../kit/layout/blocks.ts'
import { Toolbar, ToolbarTitle } from '../../kit/layout/Toolbar.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { connectionPageMessages } from './connection-page.messages.ts'

const { replacement: messages, results: ofResults } = connectionPageMessages

type ReplacementProps = { readonly page: ConnectionPageActor; readonly uses: readonly ConnectionUse[] }

/** Which connection takes the place of this one, and in which connectors. */
export function ConnectionReplacement({ page, uses }: ReplacementProps) {
  const [actor, others] = [useChild(page, 'replacement'), useChild(page, 'others')]
  const entry = useContextOf(actor, 'entry')
  const isBusy = useIsBusy(actor)
  const base = useId()
  const known = useSelector(others, selectPage<ConnectionItem>)?.items ?? null
  const chosen = chosenConnectors(entry)
  const write = (field: string, text: string) => actor.send({ type: 'user.wrote', field, text })
  const choices = uses.filter(({ isSeen, inDraft }) => isSeen && inDraft)
  return (
    <EntryDialog actor={actor} title={messages.title} submit={messages.submit}>
      {known?.length === 0 ? (
        <p>{messages.noOthers}</p>
      ) : (
        <Select
          label={messages.by}
          hint={messages.byHint}
          options={{ '': messages.choose, ...Object.fromEntries((known ?? []).map(({ id, name }) => [id, name])) }}
          value={entry['by'] ?? ''}
          isBlocked={isBusy}
          onChoose={(by) => write('by', by)}
        />
      )}
      <Stack role="group" aria-label={messages.connectors}>
        <Hint>{messages.connectors}</Hint>
        {choices.map(({ connectorId, name }) => (
          <Tick key={connectorId}>
            <label htmlFor={`${base}-${connectorId}`}>
              <input
                id={`${base}-${connectorId}`}
                type="checkbox"
                disabled={isBusy}
                checked={chosen.includes(connectorId)}
                onChange={({ target }) => write('connectorIds', withConnector(entry, connectorId, target.checked))}
              />
              {name}
            </label>
          </Tick>
        ))}
        {choices.length > connectionLimits.replacedAtOnce ? (
          <Hint>{messages.tooMany(connectionLimits.replacedAtOnce)}</Hint>
        ) : null}
      </Stack>
      <Tick>
        <label htmlFor={`${base}-deploys`}>
          <input
            id={`${base}-deploys`}
            type="checkbox"
            disabled={isBusy}
            checked={entry['deploys'] === 'yes'}
            onChange={({ target }) => write('deploys', target.checked ? 'yes' : '')}
          />
          {messages.deploys}
        </label>
      </Tick>
    </EntryDialog>
  )
}

const looks = { changed: 'ok', deployed: 'ok', unchanged: 'off', refused: 'bad' } as const satisfies Record<
  ReplacedConnector['result'],
  DotLook
>

/** What became of each connector, until the person has read it. */
export function ReplacementResults({ page }: Pick<ReplacementProps, 'page'>) {
  const results = useContextOf(page, 'results')
  if (results === null) return null
  const close = () => page.send({ type: 'user.dismissed' })
  return (
    <Card role="status" aria-label={ofResults.title}>
      <Toolbar tools={<Button onPress={close}>{ofResults.close}</Button>}>
        <ToolbarTitle>{ofResults.title}</ToolbarTitle>
      </Toolbar>
      <Listed>
        {results.map(({ connectorId, name, result, message }) => (
          <li key={connectorId}>
            {name === null ? ofResults.unknown : <PlainLink href={`/details/${connectorId}`}>{name}</PlainLink>}{' '}
            <StatusDot look={looks[result]}>{ofResults.words[result]}</StatusDot>
            <Hint>{message}</Hint>
          </li>
        ))}
      </Listed>
    </Card>
  )
}
