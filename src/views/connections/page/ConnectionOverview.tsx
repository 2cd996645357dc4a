import styled from 'styled-components'
import type { ConnectionCheck, ConnectionDetails } from '#contract/connections/connection.ts'
import { connectionLimits } from '#contract/connections/connection-limits.ts'
import { connectionEntryOf } from '#src/machines/connections/connection-entry.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Toolbar, ToolbarTitle } from '../../kit/layout/Toolbar.tsx'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { connectionMessages } from '../connections.messages.ts'
import { connectionPageMessages } from './connection-page.messages.ts'

const { overview: messages, actions } = connectionPageMessages

type OverviewProps = {
  readonly connection: ConnectionDetails
  readonly isTesting: boolean
  readonly canTest: boolean
  readonly onTest: () => void
}

/** How the connection does, what it is, and what its last tests showed. */
export function ConnectionOverview({ connection, isTesting, canTest, onTest }: OverviewProps) {
  const { check, checks, state } = connection
  return (
    <Columns>
      <Stack>
        <section aria-label={messages.lastTest}>
          <Toolbar
            {...(check === null
              ? {}
              : {
                  note: (
                    <>
                      <Moment at={check.at} />, {whoOf(check)}
                    </>
                  ),
                })}
            tools={
              state === 'off' ? undefined : (
                <Button isBlocked={!canTest} onPress={onTest}>
                  {isTesting ? actions.testing : messages.again}
                </Button>
              )
            }
          >
            <ToolbarTitle>{messages.lastTest}</ToolbarTitle>
          </Toolbar>
          {check === null ? (
            <Hint>{messages.none}</Hint>
          ) : (
            <p>
              <Result works={check.works} /> {check.message}
            </p>
          )}
        </section>
        <section aria-label={messages.signIn}>
          <Toolbar>
            <ToolbarTitle>{messages.signIn}</ToolbarTitle>
          </Toolbar>
          <Facts connection={connection} />
        </section>
      </Stack>
      <section aria-label={messages.history}>
        <Toolbar note={messages.historyNote(connectionLimits.checks)}>
          <ToolbarTitle>{messages.history}</ToolbarTitle>
        </Toolbar>
        {checks.length === 0 ? (
          <Hint>{messages.noHistory}</Hint>
        ) : (
          <Table
            name={messages.history}
            rows={checks}
            columns={columns}
            keyOf={({ at, message, works }) => `${at} ${works} ${message}`}
            isOneLine
          />
        )}
      </section>
    </Columns>
  )
}

const whoOf = ({ by }: ConnectionCheck) => (by === null ? messages.byRun : messages.by(by))

const Result = ({ works }: { readonly works: boolean }) => (
  <StatusDot look={works ? 'ok' : 'bad'}>{works ? messages.works : messages.fails}</StatusDot>
)

const columns: readonly Column<ConnectionCheck>[] = [
  { id: 'at', title: messages.columns.at, width: '8rem', onPhone: 'name', draw: ({ at }) => <Moment at={at} /> },
  {
    id: 'result',
    title: messages.columns.result,
    width: '7rem',
    onPhone: 'state',
    draw: ({ works }) => <Result works={works} />,
  },
  {
    id: 'details',
    title: messages.columns.details,
    width: 'minmax(9rem, 1fr)',
    onPhone: 'plain',
    draw: (it) => <span title={it.message}>{`${it.message} · ${whoOf(it)}`}</span>,
  },
]

function Facts({ connection }: Pick<OverviewProps, 'connection'>) {
  const { form, address, url, authType, usedAt, createdAt } = connection
  const authTypes: Readonly<Record<string, string>> = connectionMessages.authTypes
  const { facts } = messages
  return (
    <KeyValue
      of={[
        [facts.address, <code key="address">{url ?? address}</code>],
        [facts.authentication, authTypes[authType] ?? authType],
        [facts.secret, form === null ? null : secretText(connection)],
        [
          facts.pace,
          form === null ? null : form.requestsPerSecond === undefined ? messages.noPace : number(form.requestsPerSecond),
        ],
        [facts.testPath, form?.testPath ?? null],
        [facts.ends, messages.never],
        [facts.used, usedAt === null ? connectionMessages.never : <RelativeTime key="used" at={usedAt} />],
        [facts.created, <Moment key="created" at={createdAt} />],
      ]}
    />
  )
}

function secretText(connection: ConnectionDetails): string | null {
  const { savedFor, last4 = '' } = connectionEntryOf(connection)
  return savedFor === '' ? null : messages.secret(last4)
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr));
  gap: ${space[24]} ${space[32]};
  min-width: 0;

  & section {
    display: grid;
    align-content: start;
    gap: ${space[8]};
    min-width: 0;
  }
`
