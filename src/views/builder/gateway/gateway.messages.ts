/** Through which gateway of the company a system is reached. */
export const gatewayMessages = {
  label: 'Goes through',
  hint: "Your company's VPN configuration. If it fails or is off, the connector stops. Records are never sent without it.",
  none: 'No gateway',
  off: (name: string) => `${name} (off)`,
  deleted: 'A deleted gateway',
  unread: 'Loading…',
  offFault: 'This gateway is off, so the connector fails. An administrator can switch it on under Network Connectivity.',
  deletedFault: 'This gateway was deleted, so the connector fails. Choose another gateway, or none.',
}
