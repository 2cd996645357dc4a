/**
 * Hosts that no connector may reach, in every notation that parsers of addresses have ever taken (threats T-SSRF-1 and T-SSRF-4). Collected from the
 * special-purpose registries of IANA, the WHATWG URL tests, and the tables of smokescreen, request-filtering-agent and PayloadsAllTheThings.
 */
const words = (text: string) => text.trim().split(/\s+/)

/** This machine. */
const loopback = words(`
  127.0.0.1 127.0.0.2 127.1 127.0.1 127.255.255.254 127.127.127.127 2130706433 017700000001 0x7f000001 0X7F000001 0x7F.1 0x7f.0.0.1
  0x7f.0x0.0x0.0x1 0177.0.0.1 0177.1 00177.0.0.1 0177.0.0.01 127.0.0.01 127.0.00.1 127.0.0x1 0x00000000007f000001 127.0.0.1.
  0 0.0.0.0 0x0 00 0.0 0.0.0.0. 0.0.0.1 0.1.2.3 0.255.255.255
  localhost LOCALHOST LocalHost
  [::1] [::] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [0::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001]
  [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1] [::ffff:0.0.0.0]
  %31%32%37.0.0.1 %6c%6fcalhost 127%2e0%2e0%2e1 127.0.0.%31
  ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 127｡0｡0｡1 １２７.０.０.１ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ loc\u00adalhost ⓪ 𝟏𝟐𝟕.𝟎.𝟎.𝟏 0ⅹ7f000001`)

/** Private and shared networks. */
const inner = words(`
  10.0.0.0 10.0.0.1 10.255.255.255 0x0a000001 012.0.0.1 167772161 10.1 172.16.0.0 172.16.0.1 172.31.255.255 0xac100001 172.16.1
  192.168.0.0 192.168.0.1 192.168.255.255 0xc0a80001 3232235521 192.168.1 0300.0250.0.1 100.64.0.0 100.64.0.1 100.127.255.255
  [fc00::] [fc00::1] [fd00::1] [fdff:ffff::1] [fec0::1] [::ffff:10.0.0.1] [::ffff:192.168.0.1] [::ffff:a00:1] [::10.0.0.1]`)

/** One link, services of clouds, and what answers for them. */
const metadata = words(`
  169.254.0.0 169.254.0.1 169.254.169.254 169.254.169.253 169.254.170.2 169.254.255.255 2852039166 0xa9fea9fe 0xA9.0xFE.0xA9.0xFE
  0251.0376.0251.0376 169.254.43518 169.16689662 025177524776 169.254.169.254. [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::a9fe:a9fe]
  100.100.100.200 168.63.129.16 0xa83f8110 192.0.0.192 [fd00:ec2::254] [fe80::1] [fe80::a9fe:a9fe] [febf::1] [fe80:0:0:0:0:0:0:1]`)

/** Documentation, tests, groups, the future, and tunnels that lead to all of the above. */
const special = words(`
  192.0.0.0 192.0.0.1 192.0.0.8 192.0.0.170 192.0.2.0 192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 198.19.255.255 192.88.99.1 192.88.99.2
  224.0.0.1 224.0.0.251 239.255.255.250 239.255.255.255 240.0.0.1 247.1.2.3 255.255.255.255 0xffffffff 4294967295
  [64:ff9b::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b::808:808] [64:ff9b:1::1] [64:ff9b:1:ffff::a00:1]
  [2002:7f00:1::] [2002:7f00:0001::1] [2002:a9fe:a9fe::] [2002:a00:1::1] [2002:c0a8:1::1] [2001::1] [2001:0:7f00:1::] [2001:0000:4136:e378:8000:63bf:80ff:fffe]
  [2001:db8::1] [2001:2::1] [2001:10::1] [2001:20::1] [3fff::1] [100::1] [100:0:0:1::1] [4000::1] [5f00::1] [a000::1] [ff02::1] [ff05::2] [ff0e::1] [::2] [::ffff:255.255.255.255]`)

/** What stands before or around the host, and hosts that are none. */
export const disguised = words(`
  user@127.0.0.1 user:secret@127.0.0.1 example.com@127.0.0.1 example.com:80@127.0.0.1 example.com%00@127.0.0.1 1.1.1.1@2130706433
  127.0.0.1\\@example.com [fe80::1%25eth0] [fe80::1%25lo] [::1%25lo] [::ffff:127.0.0.1%25lo] 127.0.0.1.1 1.2.3.4.5 256.256.256.256 0x100000000 4294967296
  127.0.0.1%00.example.com 127.0.0.1%0d%0a.example.com [127.0.0.1] [::1 ::1 @ 127.0.0.1%2f`)

export const hosts: readonly string[] = [...loopback, ...inner, ...metadata, ...special]

/** Names, and where they lead. */
export const names: Readonly<Record<string, readonly string[]>> = {
  'localhost.': ['127.0.0.1'],
  'localtest.me': ['127.0.0.1'],
  'www.127.0.0.1.nip.io': ['127.0.0.1'],
  '127-0-0-1.sslip.io': ['127.0.0.1', '::1'],
  'spoofed.attacker.test': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'instance-data.ec2.internal': ['169.254.169.254', 'fd00:ec2::254'],
  'mixed.attacker.test': ['93.184.216.34', '127.0.0.1'],
  'late.attacker.test': ['93.184.216.34', '2606:2800:220:1::1', '::1'],
  'mapped.attacker.test': ['::ffff:127.0.0.1'],
  'nat64.attacker.test': ['64:ff9b::7f00:1'],
  'six.attacker.test': ['2606:2800:220:1::1', '2002:7f00:1::'],
  'private.attacker.test': ['10.1.2.3'],
  'xn--n3h.attacker.test': ['192.168.0.1'],
  'zero.attacker.test': ['0.0.0.0'],
}

/** Addresses whose scheme or port is none of a connector's. */
export const elsewhere: readonly string[] = words(`
  file:///etc/passwd ftp://8.8.8.8/ gopher://8.8.8.8/_x dict://8.8.8.8:11211/ ldap://8.8.8.8/ jar:http://8.8.8.8!/ data:application/json,[] javascript:1
  http://8.8.8.8:22/ http://8.8.8.8:25/ http://8.8.8.8:53/ http://8.8.8.8:110/ http://8.8.8.8:389/ http://8.8.8.8:445/ http://8.8.8.8:1/ http://8.8.8.8:0/
  http:// http://:80/ //8.8.8.8/ 8.8.8.8 about:blank ws://8.8.8.8/ unix:/run/docker.sock`)
