/** What stands beside a code that was sent. */
export const resendMessages = {
  ask: 'Send the code again',
  asking: 'Sending the code again…',
  wait: 'You can have the code sent again in half a minute.',
  sent: 'The code is on its way again.',
  kept: 'A new code is in the outbox.',
  stop: 'Stop waiting',
}
