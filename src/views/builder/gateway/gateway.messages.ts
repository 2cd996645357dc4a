/** Through which gateway of the company a system is reached. */
export const gatewayMessages = {
  label: 'Goes through',
  hint: 'A VPN configuration of your company. If it fails or is switched off, the connector stops: nothing is ever sent without it.',
  none: 'No gateway',
  off: (name: string) => `${name} (off)`,
  deleted: 'A deleted gateway',
  unread: 'Loading…',
  offFault: 'This gateway is switched off: the connector fails until an administrator switches it on under Network Connectivity.',
  deletedFault: 'This gateway was deleted: the connector fails. Choose another one, or none.',
}
