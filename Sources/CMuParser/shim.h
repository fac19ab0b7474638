#pragma once
#include <muParserDLL.h>
