;; Searches for a seam, 16 bytes at a time. `seam-program.ts` holds this program as bytes; its spec assembles it again.
;;
;;   do { step(at); at += 16 } while (at < last)
;;   step(last)
;;   return any lane of found
;;
;;   step(at): found |= bytes[at…] == '}' & (next <= ' ' | (next | ' ') == '{'), where next = bytes[at + 1…]
;;
;; The two opening brackets differ in one bit, which is the space character.
(module
  (memory (export "memory") 1)
  (func (export "hasSeam") (param $at i32) (param $last i32) (result i32) (local $found v128) (local $next v128)
    loop
      local.get $found
      local.get $at
      v128.load offset=0
      v128.const i8x16 '}'
      i8x16.eq
      local.get $at
      v128.load offset=1
      local.tee $next
      v128.const i8x16 ' '
      i8x16.le_u
      local.get $next
      v128.const i8x16 ' '
      v128.or
      v128.const i8x16 '{'
      i8x16.eq
      v128.or
      v128.and
      v128.or
      local.set $found
      local.get $at
      i32.const 16
      i32.add
      local.tee $at
      local.get $last
      i32.lt_u
      br_if 0
    end
    local.get $last
    local.set $at
    local.get $found
    local.get $at
    v128.load offset=0
    v128.const i8x16 '}'
    i8x16.eq
    local.get $at
    v128.load offset=1
    local.tee $next
    v128.const i8x16 ' '
    i8x16.le_u
    local.get $next
    v128.const i8x16 ' '
    v128.or
    v128.const i8x16 '{'
    i8x16.eq
    v128.or
    v128.and
    v128.or
    local.set $found
    local.get $found
    v128.any_true))
