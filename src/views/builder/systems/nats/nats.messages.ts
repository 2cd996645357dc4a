/** What the fields of a NATS stream say. */
export const natsMessages = {
  stream: 'Stream',
  streamHint: 'The name of the stream, such as ORDERS.',
  subject: { source: 'Subject (optional)', destination: 'Subject' },
  subjectHint: {
    source: 'Only messages with this subject are read: orders.eu, orders.* or orders.>. Empty for all messages.',
    destination: 'Each record is one message with this subject. Use {country} for a value of the record, as in orders.{country}.',
  },
  start: 'First run begins',
  starts: { all: 'At the beginning of the stream', new: 'With the next new message' },
  startHint: 'Later runs continue after the last message read. Messages are not acknowledged or removed.',
  withMessage: 'Add subject, sequence and time to each record as $message',
  key: 'NKey seed or the text of a credentials file',
  keyMissing: 'Enter the seed or the text of the credentials file.',
  authTypes: { bearer: 'Token', nkey: 'NKey or credentials file' },
}
