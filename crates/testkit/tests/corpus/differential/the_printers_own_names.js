var $mk_t = 1, $mk_v = 2;
$mk_t + $mk_v === 3
