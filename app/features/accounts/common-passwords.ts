/** The most common leaked passwords with six or more characters; loaded when the first character is typed. */
const COMMON = new Set(
  `123456 password 12345678 qwerty 123456789 12345 1234567 111111 1234567890 123123 abc123 password1 1234 iloveyou
  000000 qwerty123 zaq12wsx dragon sunshine princess letmein 654321 monkey 27653 1qaz2wsx 123321 qwertyuiop superman
  asdfghjkl 666666 121212 football baseball welcome admin123 michael shadow master jennifer 112233 jordan hunter
  trustno1 batman thomas robert tigger charlie 123qwe 777777 555555 7777777 88888888 987654321 qazwsx password123
  passw0rd p@ssw0rd starwars whatever freedom computer secret summer internet hello123 killer soccer andrew george
  asdfgh matthew access ranger buster daniel harley hockey maggie cookie ginger pepper joshua cheese amanda ashley
  nicole biteme jessica michelle liverpool chelsea arsenal barcelona realmadrid juventus bayern qwerty1 1q2w3e 1q2w3e4r
  1q2w3e4r5t aa123456 a123456 123456a abcd1234 11111111 00000000 222222 999999 101010 159753 147258 159357 azerty
  qwertz loulou doudou motdepasse passwort hallo123 schatz ciao123 andrea francesco alessandro contrasena tequiero
  estrella 123456789a 12341234 changeme default letmein1 welcome1 admin1 administrator login123 test123 testtest
  q1w2e3r4 zxcvbnm zxcvbn asdasd qweasd qweqwe iloveyou1 lovely flower nothing purple samsung google mustang`.split(
    /\s+/,
  ),
)

export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase())
}
