/** What the fields of a NATS stream say. */
export const natsMessages = {
  stream: 'Stream',
  streamHint: 'The name of the stream, such as ORDERS.',
  subject: { source: 'Subject (optional)', destination: 'Subject' },
  subjectHint: {
    source: 'For example orders.eu, orders.* or orders.>. Leave empty to read all messages.',
    destination: 'Each record is one message with this subject. To insert a record value, use braces, as in orders.{country}.',
  },
  start: 'First run starts',
  starts: { all: 'At the beginning of the stream', new: 'With the next new message' },
  startHint: 'Later runs continue after the last message read. Messages are not acknowledged or removed.',
  withMessage: 'Add subject, sequence and time to each record as $message',
  key: 'NKey seed or the text of a credentials file',
  keyMissing: 'Enter the seed or the text of the credentials file.',
  authTypes: { bearer: 'Token', nkey: 'NKey or credentials file' },
}
