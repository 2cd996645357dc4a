/** What is wrong with a NATS side before anything is connected. Paths are JSON pointers into the side's own configuration. */
import type { DestinationConfig, NatsConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { plainHost } from '#contract/connectors/config/database.ts'
import { isFilter, isStreamName, isSubject, natsPort } from '#contract/connectors/config/streams/nats.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { isOpenPort } from '#server/outbound/sockets.ts'

type Refuse = (path: string, message: string | null) => void

function checkSide({ natsConfig, auth }: SourceConfig | DestinationConfig, rest: (it: NatsConfig, refuse: Refuse) => void) {
  if (!natsConfig) return [{ path: '/natsConfig', message: 'Enter the server and the stream' }]
  const errors: FieldProblem[] = []
  const refuse: Refuse = (path, message) => {
    if (message !== null) errors.push({ path, message })
  }
  const { host, stream } = natsConfig
  if (host === '') refuse('/natsConfig/host', 'Enter the host')
  else if (plainHost(host) === null) refuse('/natsConfig/host', 'Enter a host name or an IP address')
  if (!isOpenPort(natsPort(natsConfig))) refuse('/natsConfig/port', 'Enter a port from 1024. Lower ports are closed to streams')
  if (stream === '') refuse('/natsConfig/stream', 'Enter the stream')
  else if (!isStreamName(stream))
    refuse('/natsConfig/stream', 'Enter the name of the stream, without spaces, dots, slashes, * or >')
  if (auth && auth.type !== 'none' && auth.type !== 'basic' && auth.type !== 'bearer' && auth.type !== 'nkey')
    refuse('/auth/type', 'Choose basic, bearer or nkey, or none for a server without accounts')
  if (auth?.type === 'basic' && auth.username === '') refuse('/auth/username', 'Enter the user name')
  rest(natsConfig, (path, message) => refuse(`/natsConfig${path}`, message))
  return errors
}

export const checkNatsSource = (config: SourceConfig): FieldProblem[] =>
  checkSide(config, ({ subject = '' }, refuse) => {
    if (subject !== '' && !isFilter(subject)) refuse('/subject', 'Enter a subject such as orders.eu, orders.* or orders.>')
  })

export const checkNatsDestination = (config: DestinationConfig): FieldProblem[] =>
  checkSide(config, ({ subject = '', start, withMessage }, refuse) => {
    refuse(
      '/subject',
      subject === ''
        ? 'Enter the subject'
        : isSubject(subject)
          ? null
          : 'Enter a subject such as orders.eu or orders.{country}, without wildcards',
    )
    // The subjects of the server itself begin so: a message there is a command.
    if (subject.startsWith('$') || subject.startsWith('{'))
      refuse('/subject', "Start the subject with a fixed name that doesn't start with $")
    if (start !== undefined) refuse('/start', 'Only sources have a start. Remove this setting')
    if (withMessage !== undefined) refuse('/withMessage', 'Only sources read messages. Remove this setting')
  })
