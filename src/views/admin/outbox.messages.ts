import type { Channel, Message } from '#contract/admin/outbox.ts'

/** What is sent to people, as the operator sees it. */
export const outboxMessages = {
  title: 'Outbox',
  name: 'messages',
  recipient: 'To (full address or number)',
  none: 'No messages yet',
  firstStep: 'All messages that Datacrane sends appear here, such as confirmations, codes and invitations.',
  noneFits: 'No messages to this address or number.',
  columns: { to: 'To', subject: 'Subject', channel: 'Channel', status: 'Status', created: 'Written' },
  channel: { email: 'Email', sms: 'SMS', push: 'Push', whatsapp: 'WhatsApp' } satisfies Record<Channel, string>,
  status: { kept: 'Not sent', queued: 'Queued', sent: 'Sent', failed: 'Failed' } satisfies Record<Message['status'], string>,
  /** Why it stands so; the moment is put in place of {at}. */
  reason: {
    kept: 'In the Outbox since {at}. No sending service is set up.',
    queued: 'Waiting to be sent.',
    sent: 'The mail server accepted it {at}. We deleted its text, because it may contain a sign-in link.',
    failed: 'Gave up {at}. No more attempts.',
  } satisfies Record<Message['status'], string>,
  serverSaid: 'The mail server returned:',
  text: 'Message text',
  noText: 'The text is no longer stored.',
}
