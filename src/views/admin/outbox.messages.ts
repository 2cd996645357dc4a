import type { Channel, Message } from '#contract/admin/outbox.ts'

/** What is sent to people, as the operator sees it. */
export const outboxMessages = {
  title: 'Outbox',
  name: 'messages',
  recipient: 'To (whole address or number)',
  none: 'No messages yet',
  firstStep: 'Every message that Datacrane sends or would send appears here: confirmations, codes, invitations.',
  noneFits: 'Nothing was sent to this address or number.',
  columns: { to: 'To', subject: 'Subject', channel: 'Channel', status: 'Status', created: 'Written' },
  channel: { email: 'Email', sms: 'SMS', push: 'Push', whatsapp: 'WhatsApp' } satisfies Record<Channel, string>,
  status: { kept: 'Kept', queued: 'Queued', sent: 'Sent', failed: 'Failed' } satisfies Record<Message['status'], string>,
  /** Why it stands so; the moment is put in place of {at}. */
  reason: {
    kept: 'Kept here since {at}, because no service to send it is set up.',
    queued: 'Waits to be sent.',
    sent: 'The mail server took it {at}. Its text was deleted, because it may contain a link that works like a password.',
    failed: 'Given up {at}. It is not tried again.',
  } satisfies Record<Message['status'], string>,
  serverSaid: 'The mail server said:',
  text: 'Text of the message',
  noText: 'The text is no longer kept.',
}
