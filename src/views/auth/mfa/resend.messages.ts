/** What stands beside a code that was sent. */
export const resendMessages = {
  ask: 'Send the code again',
  asking: 'Sending the code again…',
  wait: 'You can request another code in half a minute.',
  sent: 'New code sent.',
  kept: 'A new code is in the outbox.',
  stop: 'Stop waiting',
}
